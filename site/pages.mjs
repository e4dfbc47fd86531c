/*
 * The pages of the site in site/pages: those of docs/, with the home page of this folder, and the API reference that TypeDoc makes
 * of the built declarations. The compiler output for their code is stored in temp/site/hints.json.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Application } from 'typedoc'
import { entries } from '../scripts/lib/entries.mjs'
import { root } from '../scripts/lib/root.mjs'
import { hintsOf } from './hints.mjs'

const pages = path.join(root, 'site/pages')

/** @param {RegExp} pattern */
const filesIn = (pattern) =>
  readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(pages, file))

/**
 * Removes comments, which contain code for the checks of the documentation. Links to files of the repository become plain text, because the
 * site does not contain these files.
 *
 * @param {string} file
 */
function published(file) {
  const folder = path.dirname(path.join('docs', path.relative(pages, file)))
  const isOut = (/** @type {string} */ target) =>
    !path.normalize(path.join(folder, target)).startsWith('docs')
  const text = readFileSync(file, 'utf8').replaceAll(/^<!--[\s\S]*?-->\n/gm, '')
  return text.replaceAll(/\[([^\]]+)\]\((\.[^)#]*)(#[^)]*)?\)/g, (link, label, target) =>
    isOut(target) ? label : link,
  )
}

/** Entry points that have a separate page, in addition to the catalogue's providers. */
const documented = entries()
  .filter(
    ({ name }) =>
      !/(^|\/)providers\//.test(name) || /^providers\/(oauth|oidc|credentials|email|passkeys)$/.test(name),
  )
  .filter(({ name }) => existsSync(path.join(root, `dist/${name}.d.ts`)))

async function writeReference() {
  const application = await Application.bootstrapWithPlugins({
    entryPoints: documented.map(({ name }) => path.join(root, `dist/${name}.d.ts`)),
    tsconfig: path.join(root, 'site/tsconfig.json'),
    plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
    name: 'API reference',
    readme: 'none',
    githubPages: false,
    disableSources: true,
    excludeInternal: true,
    logLevel: 'Error',
    out: path.join(pages, 'api'),
    ...{
      docsRoot: pages,
      hidePageHeader: true,
      hideBreadcrumbs: true,
      entryFileName: 'index',
      outputFileStrategy: 'modules',
    },
  })
  const project = await application.convert()
  if (project === undefined)
    throw new Error('TypeDoc could not read the declarations of dist: run "npm run build" first.')
  await application.generateOutputs(project)
}

rmSync(pages, { recursive: true, force: true })
mkdirSync(pages, { recursive: true })
cpSync(path.join(root, 'docs'), pages, { recursive: true })
cpSync(path.join(root, 'site/index.md'), path.join(pages, 'index.md'))
// The home page links to these pictures, so VitePress must serve them unchanged.
cpSync(path.join(root, 'docs/pictures'), path.join(pages, 'public/pictures'), { recursive: true })
for (const file of filesIn(/[.]md$/)) writeFileSync(file, published(file))
await writeReference()
for (const file of filesIn(/(^|\/)README[.]md$/)) renameSync(file, file.replace(/README[.]md$/, 'index.md'))
for (const file of filesIn(/[.]md$/)) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(\]\([^)]*?)README[.]md/g, '$1index.md'))
}
writeFileSync(path.join(root, 'temp/site/hints.json'), JSON.stringify(hintsOf(pages)))
console.log(`${filesIn(/[.]md$/).length} pages.`)
