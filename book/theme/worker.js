/* The engine, in a worker: a question in, an answer out. It is fetched with the first question; it comes as a script, packed,
   from a file as well as from a server. */
(() => {
    'use strict';

    const { mouche } = window;

    /* What runs in the worker: it knows nothing of the page. */
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
                if (data.module) {
                    module = data.module;
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

    const unpacked = async () => {
        const bytes = Uint8Array.from(atob(mouche.packed), sign => sign.charCodeAt(0));
        delete mouche.packed;
        const wasm = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
        return WebAssembly.compile(await new Response(wasm).arrayBuffer());
    };

    mouche.engine = address => {
        let worker;
        const post = message => new Promise(done => {
            worker.onmessage = ({ data }) => done(data);
            worker.postMessage(message);
        });
        const ready = new Promise((done, fail) => mouche.load(address, () => unpacked().then(done, fail))).then(module => {
            worker = new Worker(URL.createObjectURL(new Blob([`(${work})()`], { type: 'text/javascript' })));
            return post({ module });
        });
        let last = ready;
        /* One question after the other: the worker has one sheet of paper. */
        return question => (last = last.then(() => post({ question })));
    };
})();
