import type { Node, Property } from 'acorn'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { importedNames, removeImports, specifiersOf } from './imports.js'
import { adapterPackages, frameworkNames, movedModule } from './moved-modules.js'
import type { Sources } from './sources.js'
import { nameOf, placedNodes, renameUses } from './syntax.js'

/** Names of `next-auth` 4 that have another one since. */
const renamed: Readonly<Record<string, string>> = {
  NextAuthOptions: 'NextAuthConfig',
  AuthOptions: 'NextAuthConfig',
  NextRequestWithAuth: 'NextAuthRequest',
  NodemailerConfig: 'EmailConfig',
  NodemailerUserConfig: 'EmailUserConfig',
}

/** Types that modules of providers export, beside their functions. */
const providerTypes = /^(?:Email|Credentials|OAuth|OAuth2|OIDC|WebAuthn)(?:User)?Config$|^CredentialInput$/

/** Replaces the paths of imports, mocks and `declare module` by those of `authwright/compat`. */
export function useCompatNames(sources: Sources): void {
  for (const file of sources.files()) {
    sources.edit(file, renameNames)
    sources.edit(file, movePaths)
    splitImports(sources, file)
    sources.edit(file, renameUpdate)
    sources.edit(file, takeHandle)
    const text = sources.read(file)
    const after = text?.replaceAll(
      /(\/\/\/\s*<reference\s+types=["'])(@auth\/(?:sveltekit|solid-start))(?=["'])/g,
      (_, start, specifier) => start + movedModule(specifier),
    )
    if (after !== undefined && after !== text) sources.write(file, after)
  }
}

function renameNames(module: EditedModule): void {
  for (const { imported, local, from, specifier } of importedNames(module)) {
    const name = renamed[imported]
    if (name === undefined || !/^next-auth(?:$|\/)/.test(from)) continue
    if (imported !== local) {
      module.edits.overwrite(specifier.start, specifier.start + imported.length, name)
      continue
    }
    module.edits.overwrite(specifier.start, specifier.end, name)
    renameUses(module, local, name)
  }
}

/** An augmentation merges into a module that the program loads: each imports the one that it is of. */
export function loadAugmented(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/declare module ['"]authwright/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      const { program, edits, quote, end, newline } = module
      const imported = new Set<unknown>(
        program.body.flatMap((node) => (node.type === 'ImportDeclaration' ? [node.source.value] : [])),
      )
      const isModule = program.body.some(({ type }) => /^(?:Import|Export)/.test(type))
      if (!isModule) return
      for (const { node, value } of specifiersOf(module)) {
        const isAugmented = program.body.some(
          (each) =>
            (each as Node).type === 'TSModuleDeclaration' && each.start < node.start && node.end < each.end,
        )
        if (!isAugmented || imported.has(value) || !value.startsWith('authwright/')) continue
        imported.add(value)
        const first = program.body.find(({ type }) => type === 'ImportDeclaration') ?? program.body[0]
        edits.appendLeft(first?.start ?? 0, `import type {} from ${quote}${value}${quote}${end}${newline}`)
      }
    })
  }
}

/** Early versions of Auth.js 5 call it `update`. */
function renameUpdate(module: EditedModule): void {
  const makers = importedNames(module).filter(
    ({ imported, from }) => imported === 'default' && from === 'authwright/compat/next',
  )
  for (const node of nodesOf(module.program)) {
    const { id, init } = node as Node & { id?: Node; init?: (Node & { callee?: Node }) | null }
    if (node.type !== 'VariableDeclarator' || id?.type !== 'ObjectPattern') continue
    if (!makers.some(({ local }) => local === nameOf(init?.callee))) continue
    for (const property of (id as Node & { properties: readonly Property[] }).properties) {
      if (nameOf(property.key) !== 'update') continue
      module.edits.overwrite(
        property.key.start,
        property.key.end,
        property.shorthand ? 'unstable_update: update' : 'unstable_update',
      )
    }
  }
}

/** Before version 1 of `@auth/sveltekit`, `SvelteKitAuth()` was the hook itself. */
function takeHandle(module: EditedModule): void {
  const makers = importedNames(module).filter(({ imported }) => imported === 'SvelteKitAuth')
  for (const { local } of makers) {
    for (const { node, parent } of placedNodes(module.program)) {
      if (node.type !== 'CallExpression' || nameOf((node as Node & { callee?: Node }).callee) !== local)
        continue
      const declared = nameOf((parent as Node & { id?: Node }).id)
      if (parent.type === 'CallExpression' || /handle/i.test(declared ?? '')) {
        module.edits.appendLeft(node.end, '.handle')
      }
    }
  }
}

function movePaths(module: EditedModule): void {
  for (const { node, value } of specifiersOf(module)) {
    const to = movedModule(value) ?? adapterPackages[value]?.replace(/@[^@]*$/, '')
    if (to !== undefined) module.edits.overwrite(node.start + 1, node.end - 1, to)
  }
}

/** Types that `next-auth` exports and the entry of the framework does not have are in `authwright/compat`. */
function splitImports(sources: Sources, file: string): void {
  const moved: string[] = []
  sources.edit(file, (module) => {
    const strays = importedNames(module).filter(
      ({ from, imported }) =>
        (/^authwright\/compat\/(?:next|sveltekit|solid-start)$/.test(from) &&
          !frameworkNames.has(imported)) ||
        (from.startsWith('authwright/compat/providers/') && providerTypes.test(imported)),
    )
    for (const { specifier, isType } of strays) {
      const written = module.text.slice(specifier.start, specifier.end)
      moved.push(isType && !written.startsWith('type ') ? `type ${written}` : written)
    }
    if (strays.length > 0) removeImports(module, strays)
  })
  if (moved.length === 0) return
  sources.edit(file, (module) => {
    const { program, edits, quote, end, newline } = module
    const first = program.body.find(({ type }) => type === 'ImportDeclaration')
    const list = moved.join(', ')
    edits.appendLeft(
      first?.start ?? 0,
      `import { ${list} } from ${quote}authwright/compat${quote}${end}${newline}`,
    )
  })
}
