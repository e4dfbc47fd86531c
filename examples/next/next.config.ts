import path from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // So that the tests can serve the application below a path, and with a slash at the end of each address.
  ...(process.env.BASE_PATH && { basePath: process.env.BASE_PATH }),
  trailingSlash: process.env.TRAILING_SLASH === '1',
  // The packages of this repository are installed two folders up.
  turbopack: { root: path.join(import.meta.dirname, '../..') },
}

export default config
