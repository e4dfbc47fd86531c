import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/lib/root.mjs'

const headerEnd = '\r\n\r\n'

/**
 * The language server of TypeScript 7, over the project in a folder.
 *
 * @param {string} folder
 * @returns {Promise<import('./language-service.mjs').Editor>}
 * @see https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
 */
export async function openLanguageServer(folder) {
  const command = path.join(root, 'node_modules/typescript-7/bin/tsc')
  const server = spawn(process.execPath, [command, '--lsp', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const pending = new Map()
  let received = Buffer.alloc(0)
  let lastId = 0
  let version = 1
  let page = ''

  /** @param {object} message */
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
    server.stdin.write(`Content-Length: ${body.length}${headerEnd}`)
    server.stdin.write(body)
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      pending.set(id, { resolve, reject })
      send({ id, method, params })
    })

  /** @param {any} message */
  const receive = ({ id, method, params, result, error }) => {
    if (id === undefined) return
    // The server asks too, for settings that it may as well have by default.
    if (method)
      return send({ id, result: method === 'workspace/configuration' ? params.items.map(() => null) : null })
    const waiting = pending.get(id)
    pending.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }

  server.stdout.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const end = received.indexOf(headerEnd)
      if (end < 0) return
      const start = end + headerEnd.length
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end).toString())?.[1])
      if (received.length < start + length) return
      const message = JSON.parse(received.subarray(start, start + length).toString())
      received = received.subarray(start + length)
      receive(message)
    }
  })

  const uri = pathToFileURL(path.join(folder, 'page.ts')).href
  const rootUri = pathToFileURL(folder).href
  await request('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'project' }],
    capabilities: { workspace: { configuration: true }, textDocument: { completion: {} } },
  })
  send({ method: 'initialized', params: {} })
  send({
    method: 'textDocument/didOpen',
    params: { textDocument: { uri, languageId: 'typescript', version, text: '' } },
  })

  return {
    edit: (text) => {
      page = text
      version += 1
      send({
        method: 'textDocument/didChange',
        params: { textDocument: { uri, version }, contentChanges: [{ text }] },
      })
    },
    complete: async (offset) => {
      const before = page.slice(0, offset).split('\n')
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      const result = await request('textDocument/completion', {
        textDocument: { uri },
        position,
        context: { triggerKind: 1 },
      })
      return (result?.items ?? result ?? []).map((/** @type {{ label: string }} */ { label }) =>
        label.replace(/[?]$/, ''),
      )
    },
    close: () => server.kill(),
  }
}
