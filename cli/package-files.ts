/** In tests, this module runs from its source file. In the published package, it is part of a bundled file. */
const isSource = import.meta.url.endsWith('.ts')
const root = new URL(isSource ? '../' : '../../', import.meta.url)

export const packageFiles: Readonly<
  Record<'schemas' | 'rules' | 'catalogue' | 'manifest' | 'providers', URL>
> = {
  schemas: new URL('schemas/', root),
  rules: new URL('docs/rules/', root),
  catalogue: new URL('docs/providers/catalogue.json', root),
  manifest: new URL('package.json', root),
  providers: new URL(isSource ? 'src/providers/' : 'dist/providers/', root),
}

export function providerModule(id: string): URL {
  return new URL(`${id}.${isSource ? 'ts' : 'js'}`, packageFiles.providers)
}

export function pagePath(page: string): string {
  return `node_modules/authwright/docs/${page}`
}
