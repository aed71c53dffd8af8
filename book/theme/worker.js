/* The engine's side: a question in, an answer out. Over http this file is the worker; from a file, where a worker cannot be a
   file, the page makes a worker of the text of `runWorker`, which therefore uses nothing outside itself. */
(() => {
    'use strict';

    function runWorker() {
        const encoder = new TextEncoder();
        const decoder = new TextDecoder();
        /** @type {WebAssembly.Module} */
        let module;
        /** @type {EngineExports} */
        let engine;

        async function startEngine() {
            /** @type {{ exports: any }} */
            const { exports } = await WebAssembly.instantiate(module);
            engine = exports;
        }

        /** @param {string} packed */
        function decodeBase64(packed) {
            /* Where the browser has this, it saves a tenth of a second. */
            return Uint8Array.fromBase64 ? Uint8Array.fromBase64(packed) : Uint8Array.from(atob(packed), sign => sign.charCodeAt(0));
        }

        /** @param {string} packed */
        async function unpackEngine(packed) {
            const wasm = new Blob([decodeBase64(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
            module = await WebAssembly.compileStreaming(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }));
            await startEngine();
        }

        /** @param {PageRequest} question */
        function answer(question) {
            const bytes = encoder.encode(JSON.stringify(question).normalize('NFC'));
            /* The memory may grow and move: its buffer is looked up each time. */
            const start = engine.room(bytes.length);
            new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
            const length = engine.ask();
            return JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.at(), length)));
        }

        /**
         * Tells the engine the editions that only this book has.
         * @param {string[]} texts
         */
        function tellEditions(texts) {
            const { failed } = answer({ editions: { texts } });
            if (failed) {
                throw new Error(failed);
            }
        }

        onmessage = async ({ data }) => {
            try {
                if (data.packed) {
                    await unpackEngine(data.packed);
                } else if (data.module) {
                    ({ module } = data);
                    await startEngine();
                }
                if (data.editions) {
                    tellEditions(data.editions);
                }
                /* The page keeps the module: another worker begins with it. */
                postMessage(data.question ? answer(data.question) : { module });
            } catch (error) {
                postMessage({ broken: String(error) });
            }
        };
    }

    if (typeof document === 'undefined') {
        runWorker();
    } else {
        window.mouche.runWorker = runWorker;
    }
})();
