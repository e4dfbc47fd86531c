/* Before the suites that need a browser: installs one where that is possible. Without one each of them says so. */
import { installBrowser } from './lib/browser.mjs'

const reason = await installBrowser()
if (reason !== undefined) console.error(`Chromium could not be installed (${reason}).`)
