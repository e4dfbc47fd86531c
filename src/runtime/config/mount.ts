/** Where a framework serves an application, and the routes within it. */
export interface Mount {
  /** The path of the routes where neither the configuration nor `AUTH_URL` names one. */
  readonly basePath: string
  /** The path of the whole application, which no configuration need repeat; empty where it is at the top. */
  readonly prefix: string
}

/** Routes below `/auth`, of an application at the top. */
export const standardMount: Mount = { basePath: '/auth', prefix: '' }

/** A path of the application as a browser asks for it. One that is spelled out already stays as it is. */
export function publicPath(path: string, { prefix }: Mount): string {
  if (prefix === '' || !path.startsWith('/') || path === prefix || path.startsWith(`${prefix}/`)) return path
  return path === '/' ? prefix : prefix + path
}

/** The same of an application whose configuration says where it is: `base`, which may end in a slash. */
export function mountBelow(base: string | undefined, mount: Mount): Mount {
  const prefix = base?.replace(/\/+$/, '')
  return prefix ? { ...mount, prefix } : mount
}
