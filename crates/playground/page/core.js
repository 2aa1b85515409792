// The core: what crates/playground/src/exports.rs exports, with texts and numbers as the page has them.

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

class Core {
  constructor(wasm) {
    this.wasm = wasm;
    this.handle = wasm.playground_new();
    wasm.playground_describe(this.handle);
    this.description = JSON.parse(this.text());
    this.names = this.description.columns.map((column) => column.name);
  }

  // memory may move with every call: views are made anew
  doubles(pointer, count) {
    return new Float64Array(this.wasm.memory.buffer, pointer, count);
  }

  text() {
    const { memory, playground_text: start, playground_text_length: length } = this.wasm;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, start(this.handle), length(this.handle)));
  }

  // why it was refused, or null
  told(done) {
    return done ? null : this.text();
  }

  set(settings) {
    this.doubles(this.wasm.playground_settings(this.handle), settings.length).set(settings);
  }

  start(scene, settings) {
    this.set(settings);
    return this.told(this.wasm.playground_start(this.handle, scene));
  }

  change(settings) {
    this.set(settings);
    return this.told(this.wasm.playground_change(this.handle));
  }

  advance(count) {
    return this.told(this.wasm.playground_advance(this.handle, count));
  }

  note() {
    this.wasm.playground_note(this.handle);
    return this.text();
  }

  array() {
    return this.doubles(this.wasm.playground_values(this.handle), this.names.length);
  }

  values() {
    const array = this.array();
    return Object.fromEntries(this.names.map((name, k) => [name, array[k]]));
  }

  free() {
    this.wasm.playground_free(this.handle);
  }
}

let compiled = null;

async function newCore() {
  compiled ??= await WebAssembly.compile(bytesOf(WASM));
  return new Core((await WebAssembly.instantiate(compiled, {})).exports);
}
