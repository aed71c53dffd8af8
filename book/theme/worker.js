/* The engine, in a worker: a question in, an answer out. It is fetched with the first question; it comes as a script, packed,
   from a file as well as from a server. And texts, packed for the addresses of the pages that have it. */
(() => {
    'use strict';

    const { mouche } = window;

    /* What runs in the worker, with the packed bytes of a text: it knows nothing of the page. */
    function work() {
        let module, door;
        const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
        const open = async () => { door = (await WebAssembly.instantiate(module)).exports; };
        const answer = question => {
            const bytes = encoder.encode(JSON.stringify(question).normalize('NFC'));
            /* The memory may grow and move: its buffer is looked up each time. */
            const at = door.room(bytes.length);
            new Uint8Array(door.memory.buffer, at, bytes.length).set(bytes);
            const length = door.ask();
            return JSON.parse(decoder.decode(new Uint8Array(door.memory.buffer, door.at(), length)));
        };
        onmessage = async ({ data }) => {
            try {
                if (data.packed) {
                    const wasm = new Blob([bytes(data.packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
                    module = await WebAssembly.compileStreaming(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }));
                    await open();
                }
                postMessage(data.question ? answer(data.question) : {});
            } catch (error) {
                /* A trap leaves the memory in the middle of something: a fresh door. */
                if (module) { await open(); }
                postMessage({ failed: String(error) });
            }
        };
    }

    /* By the browser, where it can: sign by sign it would take a tenth of a second for the engine. */
    const bytes = packed => Uint8Array.fromBase64 ? Uint8Array.fromBase64(packed) : Uint8Array.from(atob(packed), sign => sign.charCodeAt());

    /* A text as an address bears it, and back. */
    const through = (bytes, change) => new Response(new Blob([bytes]).stream().pipeThrough(change));
    mouche.pack = async text => {
        const bytes = await through(text, new CompressionStream('deflate-raw')).arrayBuffer();
        const signs = Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte));
        return btoa(signs.join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
    };
    mouche.unpack = async packed => {
        const plain = packed.replace(/-/g, '+').replace(/_/g, '/');
        return through(bytes(plain), new DecompressionStream('deflate-raw')).text();
    };

    /* One worker for all tables of a page. It goes when the page is left, which a browser may keep for one who comes back: the
       next question then begins another. */
    let ask, again = '';
    mouche.engine = address => question => (ask ??= begin(address + again))(question);
    const begin = address => {
        /* The worker starts while the engine is fetched, and unpacks it where the page does not wait for it. */
        const text = `const bytes = ${bytes}; (${work})();`;
        const worker = new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
        const post = message => new Promise(done => {
            worker.onmessage = ({ data }) => done(data);
            worker.postMessage(message);
        });
        addEventListener('pagehide', () => {
            worker.terminate();
            ask = null;
            again += '#';
        });
        let last = mouche.load(address).then(() => {
            const { packed } = mouche;
            delete mouche.packed;
            return post({ packed });
        }).then(({ failed }) => { if (failed) { throw failed; } });
        /* One question after the other: the worker has one sheet of paper. */
        return question => (last = last.then(() => post({ question })));
    };
    /* What was asked of it then is asked anew. */
    addEventListener('pageshow', ({ persisted }) => persisted && document.querySelector('[aria-busy]') && location.reload());
})();
