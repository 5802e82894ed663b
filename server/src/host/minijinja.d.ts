declare module 'minijinja-js/dist/bundler/minijinja_js_bg.js' {
  import type { MinijinjaBindings } from '../jinja/engines/minijinja.ts';
  export const Environment: MinijinjaBindings['Environment'];
  export const __wbg_set_wasm: MinijinjaBindings['__wbg_set_wasm'];
}
