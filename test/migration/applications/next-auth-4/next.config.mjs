import path from 'node:path'

export default {
  // Frameworks are installed at the top of the repository, three folders up.
  turbopack: { root: path.join(import.meta.dirname, '../../..') },
}
