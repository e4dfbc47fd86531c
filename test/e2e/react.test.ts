import { renderer } from './react/renderer.js'
import { clientSuite } from './support/client-suite.js'

clientSuite(renderer)
