import adapter from '@sveltejs/adapter-node'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** @type {import('@sveltejs/kit').Config} */
const config = {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter(),
    // The tests serve the application below a path.
    paths: { base: /** @type {'' | `/${string}`} */ (process.env.BASE_PATH ?? '') },
  },
}

export default config
