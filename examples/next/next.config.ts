import path from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // The tests serve the application below a path, and with a slash at the end of each URL.
  ...(process.env.BASE_PATH && { basePath: process.env.BASE_PATH }),
  trailingSlash: process.env.TRAILING_SLASH === '1',
  // The root of this repository, because its `node_modules` contains the packages.
  turbopack: { root: path.join(import.meta.dirname, '../..') },
}

export default config
