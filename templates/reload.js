// Asks now and then whether this page is still the one shown, and loads the new one if not. Only `mouche serve` adds it.
(function () {
  "use strict";
  var have = document.currentScript.getAttribute("data-version");
  function ask() {
    var script = document.createElement("script");
    script.src = "/_serve/since.js?" + have;
    script.onload = script.onerror = function () {
      script.remove();
      setTimeout(ask, 500);
    };
    document.head.appendChild(script);
  }
  setTimeout(ask, 500);
})();
