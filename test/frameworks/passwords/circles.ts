/** The settings of an application during one scenario. */
export interface Circle {
  readonly framework: 'Next.js' | 'SvelteKit' | 'SolidStart'
  readonly storage: 'memory' | 'SQLite' | 'PostgreSQL'
  readonly strategy: 'jwt' | 'database'
  readonly tenants: boolean
  readonly javaScript: boolean
}

/** A covering array: any two values of two columns occur together in at least one scenario. */
export const circles: readonly Circle[] = [
  { framework: 'Next.js', storage: 'memory', strategy: 'jwt', tenants: true, javaScript: true },
  { framework: 'Next.js', storage: 'SQLite', strategy: 'database', tenants: true, javaScript: false },
  { framework: 'Next.js', storage: 'PostgreSQL', strategy: 'database', tenants: false, javaScript: true },
  { framework: 'SvelteKit', storage: 'memory', strategy: 'database', tenants: false, javaScript: false },
  { framework: 'SvelteKit', storage: 'SQLite', strategy: 'jwt', tenants: false, javaScript: true },
  { framework: 'SvelteKit', storage: 'PostgreSQL', strategy: 'jwt', tenants: true, javaScript: false },
  { framework: 'SolidStart', storage: 'memory', strategy: 'database', tenants: true, javaScript: true },
  { framework: 'SolidStart', storage: 'SQLite', strategy: 'jwt', tenants: false, javaScript: false },
  { framework: 'SolidStart', storage: 'PostgreSQL', strategy: 'jwt', tenants: false, javaScript: false },
]
