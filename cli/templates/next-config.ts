import type { Project } from '../project/project.js'
import type { PlannedFile } from './plan.js'

const setting = 'turbopackFileSystemCacheForDev'
const reason = 'Without this setting, Next.js 16.4 may reload a page in a loop after a restart.'

const findConfig = ({ exists }: Project): string | undefined =>
  ['ts', 'mts', 'mjs', 'js', 'cjs'].map((end) => `next.config.${end}`).find(exists)

export function mayReloadInLoop(project: Project): boolean {
  const { framework, major = 0, minor = 0 } = project
  const file = findConfig(project)
  const isAffected = framework === 'next' && major === 16 && minor >= 4
  return isAffected && !(file && project.read(file)?.includes(setting))
}

export function changedNextConfig(project: Project): readonly PlannedFile[] {
  const file = findConfig(project)
  if (file === undefined || !mayReloadInLoop(project)) return []
  const merge: PlannedFile['merge'] = (before) => {
    const text = withoutCache(before)
    return text === undefined ? undefined : { text, mode: 'insert' }
  }
  const advice = `experimental: { ${setting}: false }, // ${reason}`
  return [{ file, code: '', isDone: (text) => text.includes(setting), merge, advice }]
}

function withoutCache(text: string): string | undefined {
  const name = text.match(/^(?:export default|module[.]exports =) (\w+);?\s*$/m)?.[1] ?? ''
  const start = new RegExp(
    `^(?:export default|module[.]exports =|const ${name}(?:: NextConfig)? =) \\{(\\r?\\n)([ \\t]*)`,
    'm',
  )
  if (/\bexperimental\b/.test(text) || !start.test(text)) return undefined
  return text.replace(
    start,
    (head: string, newline: string, indent: string) =>
      `${head}// ${reason}${newline}${indent}experimental: { ${setting}: false },${newline}${indent}`,
  )
}
