/** Whether this module is a source that a test loads: sources and the built package have other extensions. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** Folders and files of the package. `dist/cli` and `src/cli` are at one depth, so the addresses hold for each. */
export const folders: Readonly<Record<'schemas' | 'rules' | 'catalogue' | 'manifest' | 'providers', URL>> = {
  schemas: new URL('../../schemas/', import.meta.url),
  rules: new URL('../../docs/rules/', import.meta.url),
  catalogue: new URL('../../docs/providers/catalogue.json', import.meta.url),
  manifest: new URL('../../package.json', import.meta.url),
  providers: new URL('../providers/', import.meta.url),
}

/** The address of the module of a provider. */
export function providerModule(id: string): URL {
  return new URL(`${id}.${extension}`, folders.providers)
}

/** A page of the documentation, at its path in an application that has the package. */
export function pagePath(page: string): string {
  return `node_modules/authwright/docs/${page}`
}
