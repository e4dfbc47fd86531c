import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/lib/root.mjs'

const headerEnd = '\r\n\r\n'

/**
 * CPU time of a process and its descendants, in milliseconds. The kernel counts in steps of 10. Only Linux has these files; elsewhere it is 0.
 *
 * @param {number | undefined} root
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function cpuOf(root) {
  if (process.platform !== 'linux') return 0
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return {
          pid: Number(pid),
          parent: Number(fields[1]),
          ms: (Number(fields[11]) + Number(fields[12])) * 10,
        }
      } catch {
        return [] // The process has ended.
      }
    })
  /** @param {number | undefined} pid @returns {number} */
  const total = (pid) =>
    processes.reduce(
      (sum, each) => sum + (each.pid === pid ? each.ms : 0) + (each.parent === pid ? total(each.pid) : 0),
      0,
    )
  return total(root)
}

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
  /** @type {Map<string, string>} */
  const texts = new Map()

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
    // The server also sends requests. `null` selects the default settings for `workspace/configuration`.
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

  /** @param {string} file */
  const uriOf = (file) => pathToFileURL(path.join(folder, file)).href
  const rootUri = pathToFileURL(folder).href
  await request('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'project' }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: { completion: {}, diagnostic: {} },
    },
  })
  send({ method: 'initialized', params: {} })

  return {
    edit: (file, text) => {
      const uri = uriOf(file)
      version += 1
      const document = { uri, languageId: 'typescript', version }
      send(
        texts.has(file)
          ? {
              method: 'textDocument/didChange',
              params: { textDocument: document, contentChanges: [{ text }] },
            }
          : { method: 'textDocument/didOpen', params: { textDocument: { ...document, text } } },
      )
      texts.set(file, text)
    },
    complete: async (file, offset) => {
      const before = (texts.get(file) ?? '').slice(0, offset).split('\n')
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      const result = await request('textDocument/completion', {
        textDocument: { uri: uriOf(file) },
        position,
        context: { triggerKind: 1 },
      })
      return (result?.items ?? result ?? []).map((/** @type {{ label: string }} */ { label }) =>
        label.replace(/[?]$/, ''),
      )
    },
    check: async (file) => {
      const { items } = await request('textDocument/diagnostic', { textDocument: { uri: uriOf(file) } })
      // Hints, such as unused names, have other severities.
      return items
        .filter((/** @type {{ severity: number }} */ { severity }) => severity === 1)
        .map((/** @type {{ message: string }} */ { message }) => message)
    },
    cpu: () => cpuOf(server.pid),
    close: () => server.kill(),
  }
}
