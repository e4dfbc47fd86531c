import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'

const { BASE_PATH = '', PATHS_ORIGIN, CSRF_TRUSTED } = process.env

export default {
  plugins: [
    sveltekit({
      adapter: adapter(),
      paths: {
        base: /** @type {'' | `/${string}`} */ (BASE_PATH),
        ...(PATHS_ORIGIN && { origin: PATHS_ORIGIN }),
      },
      ...(CSRF_TRUSTED && { csrf: { trustedOrigins: [CSRF_TRUSTED] } }),
    }),
  ],
}
