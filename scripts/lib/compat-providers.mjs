import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/*
 * The modules of `authwright/compat/providers`: each exports the function of a provider as its default, with
 * the types of Auth.js. The build writes them, because they differ only in names.
 */

/** Names of modules in Auth.js that differ from those of Authwright. */
const paths = { 'ory-hydra': 'hydra' }
/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const types = {
  'bankid-no': { BankIDNorwayProfile: 'BankIDNoProfile' },
  'duende-identity-server6': { DuendeISUser: 'DuendeIdentityServer6Profile' },
  eveonline: { EVEOnlineProfile: 'EveOnlineProfile' },
  huggingface: { HuggingfaceProfile: 'HuggingFaceProfile' },
  'ory-hydra': { OryHydraProfile: 'HydraProfile' },
  'ping-id': { PingProfile: 'PingIdProfile' },
  tiktok: { TiktokProfile: 'TikTokProfile' },
  trakt: { TraktUser: 'TraktProfile' },
  vk: { VkProfile: 'VKProfile' },
}
/** Modules without a counterpart in Auth.js, and modules that have a source file. */
const excluded = ['credentials', 'email', 'oauth', 'oidc', 'with-id']
const passkeys = ['passkey', 'webauthn']
const mail = ['forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid']

/** @returns {Readonly<Record<string, { code: string, declarations: string }>>} by name */
export function compatProviders() {
  const folder = path.join(root, 'src/providers')
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => !excluded.includes(name))
  const modules = [...own.map((name) => [name, name]), ...Object.entries(paths)]
  return Object.fromEntries(
    modules.map(([name = '', source = '']) => {
      const text = readFileSync(path.join(folder, `${source}.ts`), 'utf8')
      const [, exported] = text.match(/^export (?:const|function) (\w+)/m) ?? []
      if (exported === undefined) throw new Error(`src/providers/${source}.ts exports no function.`)
      const from = `'../../providers/${source}.js'`
      return [
        name,
        {
          code: `export { ${exported} as default } from ${from};\n`,
          declarations: declarationsOf(name, exported, from),
        },
      ]
    }),
  )
}

/** @param {string} name @param {string} exported @param {string} from @returns {string} */
function declarationsOf(name, exported, from) {
  const renamed = Object.entries(types[name] ?? {}).map(([theirs, ours]) => `${ours} as ${theirs}`)
  const aliases = renamed.length === 0 ? '' : `export type { ${renamed.join(', ')} } from ${from};\n`
  const rest = `export type * from ${from};\n${aliases}`
  if (passkeys.includes(name)) return `export { ${exported} as default } from ${from};\n${rest}`
  const kind = mail.includes(name) ? 'MailFunction' : 'ProviderFunction'
  return `import type { ${exported} } from ${from};
import type { ${kind} } from '../provider-types.js';
declare const provider: ${kind}<typeof ${exported}>;
export default provider;
${rest}`
}

/** @param {string} folder of the build */
export function writeCompatProviders(folder) {
  for (const [name, { code, declarations }] of Object.entries(compatProviders())) {
    writeFileSync(path.join(folder, `${name}.js`), code)
    writeFileSync(path.join(folder, `${name}.d.ts`), declarations)
  }
}
