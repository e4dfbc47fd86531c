import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../../scripts/lib/programs.mjs'

/** A login in the password manager of Chromium. */
export interface StoredLogin {
  readonly username: string
  readonly password: string
}

/** A profile of Chromium, which remembers passwords from one start to the next. */
export interface Profile {
  /** Starts Chromium without cookies, and ends the previous one. */
  start(): Promise<Page>
  /** Waits until Chromium offers to store a password, and accepts. */
  accept(): Promise<void>
  /** The logins that Chromium has stored, with their origins. */
  logins(): Promise<readonly StoredLogin[]>
  clear(): Promise<void>
}

// The first of these arguments of Playwright turns the password manager off. The second one prevents Chromium
// from writing files that it needs.
const withoutArguments = ['--enable-automation', '--disable-component-update']

export function newProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-profile-'))
  mkdirSync(join(folder, 'Default'))
  const preferences = {
    credentials_enable_service: true,
    profile: { password_manager_enabled: true, password_manager_leak_detection: false },
  }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  let context: BrowserContext | undefined
  let controls: Page | undefined

  return {
    async start() {
      await context?.close()
      context = await chromium.launchPersistentContext(folder, {
        executablePath: findBrowser() ?? 'chromium',
        headless: false,
        viewport: null,
        // Only this headless mode of Chromium draws its own windows and buttons. A test presses them through
        // the port.
        args: [
          '--headless=new',
          '--password-store=basic',
          '--enable-ui-devtools=0',
          '--enable-features=ui-debug-tools-enable-synthetic-events',
        ],
        ignoreDefaultArgs: withoutArguments,
      })
      await context.clearCookies()
      context.setDefaultTimeout(45_000)
      controls = context.pages()[0] ?? (await context.newPage())
      return context.newPage()
    },
    async accept() {
      const port = Number(readFileSync(join(folder, 'UIDevToolsActivePort'), 'utf8').split('\n')[0])
      await controls?.evaluate(pressDefaultButton, port)
    },
    async logins() {
      // Chromium locks its database, so a copy is read.
      const copy = join(folder, 'copy.db')
      copyFileSync(join(folder, 'Default/Login Data'), copy)
      const database = createClient({ url: `file:${copy}` })
      try {
        const { rows } = await database.execute('SELECT username_value, password_value FROM logins')
        return rows.map((row) => ({
          username: String(row.username_value),
          password: decrypt(Buffer.from(row.password_value as ArrayBuffer)),
        }))
      } finally {
        database.close()
      }
    },
    async clear() {
      await context?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Decrypts a password that Chromium on Linux encrypted with `--password-store=basic`, which uses a fixed
 * key.
 */
function decrypt(sealed: Buffer): string {
  const key = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1')
  const decipher = createDecipheriv('aes-128-cbc', key, Buffer.alloc(16, ' '))
  return Buffer.concat([decipher.update(sealed.subarray('v10'.length)), decipher.final()]).toString()
}

interface View {
  readonly nodeId: number
  readonly attributes?: readonly string[]
  readonly children?: readonly View[]
}

/** Runs in a page, because Node.js 20 has no WebSocket. */
async function pressDefaultButton(port: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/0`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('The port of the buttons of Chromium cannot be reached.'))
  })
  let id = 0
  const send = (method: string, params: object = {}): Promise<any> =>
    new Promise((resolve) => {
      const sent = ++id
      const receive = ({ data }: MessageEvent<string>): void => {
        const message = JSON.parse(data)
        if (message.id !== sent) return
        socket.removeEventListener('message', receive)
        resolve(message.result)
      }
      socket.addEventListener('message', receive)
      socket.send(JSON.stringify({ id: sent, method, params }))
    })
  const find = (view: View, name: string): View[] => [
    ...(view.attributes?.[1] === name ? [view] : []),
    ...(view.children ?? []).flatMap((child) => find(child, name)),
  ]
  await send('DOM.enable')
  await send('CSS.enable')
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const { root } = await send('DOM.getDocument')
    for (const { nodeId } of find(root, 'PasswordSaveUpdateView').flatMap((bubble) =>
      find(bubble, 'MdTextButton'),
    )) {
      const styles = await send('CSS.getMatchedStylesForNode', { nodeId })
      const properties = styles.matchedCSSRules.flatMap((rule: any) => rule.rule.style.cssProperties)
      if (!properties.some(({ name, value }: any) => name === 'IsDefault' && value === 'true')) continue
      // Chromium ignores clicks soon after the window appears, because they may be accidental.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      for (const type of ['mousePressed', 'mouseReleased']) {
        const event = { type, x: 10, y: 10, button: 'left', wheelDirection: 'none' }
        await send('DOM.dispatchMouseEvent', { nodeId, event })
      }
      socket.close()
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('Chromium has not offered to store a password.')
}
