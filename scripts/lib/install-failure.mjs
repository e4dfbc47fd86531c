/** What to do about a failure, by the code that npm gives it. */
const advice = new Map([
  ['EACCES', 'This folder cannot be written: run it as the owner of the folder, or in a copy that is yours.'],
  ['EPERM', 'This folder cannot be written: run it as the owner of the folder, or in a copy that is yours.'],
  ['EROFS', 'This folder is read-only: copy the repository to a place that can be written.'],
  ['ENOSPC', 'The disk is full: make room, then run "npm ci".'],
  ['EUSAGE', 'package.json and package-lock.json differ: run "npm install", then "npm run lockfile".'],
  ['EINTEGRITY', 'A package is not what package-lock.json says: run "npm cache verify", then "npm ci".'],
  ['EBADENGINE', 'A package needs another Node: use a supported one, then run "npm ci".'],
])

const standard = 'Check the network, then run "npm ci".'

/** Lines that give the particulars of an error, not the error. */
const particulars = /^(code|errno|syscall|path|dest|type|cwd|command|A complete log)\b/

/**
 * Why `npm ci` failed and what to do, in one line.
 *
 * @param {string} output what npm printed, which may be nothing
 * @returns {string}
 */
export function describeInstallFailure(output) {
  const errors = [...output.matchAll(/^npm (?:error|ERR!) (.*\S)/gm)].map(([, text = '']) => text)
  const code = errors.find((line) => line.startsWith('code '))?.slice('code '.length)
  const reason = errors.find((line) => !particulars.test(line)) ?? output.trim().split('\n').at(-1) ?? ''
  const shown = reason.trim().replace(/[.]$/, '')
  return `npm could not install the dependencies${shown && ` (${shown})`}. ${advice.get(code ?? '') ?? standard}`
}
