export { type NodeHandler, toNodeHandler } from './node/to-node-handler.js'
export { toWebRequest } from './node/to-web-request.js'
