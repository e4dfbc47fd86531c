/**
 * Whether this module runs from its source file, as in tests. In the published package, it is part of a
 * bundled file in `dist/cli/`.
 */
const isSource = import.meta.url.endsWith('.ts')
const root = new URL(isSource ? '../' : '../../', import.meta.url)

/** URLs of folders and files of the package. */
export const folders: Readonly<Record<'schemas' | 'rules' | 'catalogue' | 'manifest' | 'providers', URL>> = {
  schemas: new URL('schemas/', root),
  rules: new URL('docs/rules/', root),
  catalogue: new URL('docs/providers/catalogue.json', root),
  manifest: new URL('package.json', root),
  providers: new URL(isSource ? 'src/providers/' : 'dist/providers/', root),
}

/** The URL of a provider's module. */
export function providerModule(id: string): URL {
  return new URL(`${id}.${isSource ? 'ts' : 'js'}`, folders.providers)
}

/** The path of a documentation page in an application that has installed the package. */
export function pagePath(page: string): string {
  return `node_modules/authwright/docs/${page}`
}
