import { type Project, sourceFiles } from '../project/project.js'
import type { Sources } from './sources.js'

const names: Readonly<Record<string, string>> = { NEXTAUTH_SECRET: 'AUTH_SECRET', NEXTAUTH_URL: 'AUTH_URL' }
const pattern = /\bNEXTAUTH_(?:SECRET|URL)\b/g

/** Files beside the sources that name variables. */
const configuration =
  /(?:^|\/)(?:[.]env[\w.-]*|docker-compose[\w.-]*[.]ya?ml|compose[\w.-]*[.]ya?ml|Dockerfile[\w.-]*|turbo[.]json|vercel[.]json|app[.]json|fly[.]toml|render[.]ya?ml)$/

/** Gives the variables of `next-auth` their names of Auth.js 5, which Authwright reads: in sources and in files of variables. */
export function renameVariables(sources: Sources): void {
  const { project } = sources
  const files = [...sources.files(), ...configurationFiles(project)]
  let isRenamed = false
  for (const file of files) {
    const text = sources.read(file)
    if (text === undefined) continue
    const after = text.replaceAll(pattern, (name) => {
      const wanted = names[name] ?? name
      // A file that sets both keeps both: which one counts only its user knows.
      return new RegExp(`\\b${wanted}\\b(?![\\w.])`).test(text) ? name : wanted
    })
    if (after === text) continue
    sources.write(file, after)
    isRenamed = true
  }
  if (isRenamed) {
    sources.notes.add(
      'NEXTAUTH_SECRET is AUTH_SECRET and NEXTAUTH_URL is AUTH_URL. Set them in each deployment too.',
    )
  }
}

function configurationFiles(project: Project): readonly string[] {
  return sourceFiles(project, configuration, { limit: 500 }).filter((file) => configuration.test(file))
}
