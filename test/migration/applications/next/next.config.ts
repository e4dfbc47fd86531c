import path from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // Frameworks are installed at the top of the repository, three folders up.
  turbopack: { root: path.join(import.meta.dirname, '../../..') },
}

export default config
