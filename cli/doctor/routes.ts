import { serverModules } from '../project/server-modules.js'
import type { Check } from './check.js'

export const routes: Check = ({ project }) => {
  if (project.framework !== 'hono' && project.framework !== 'express') return []
  const file = ['ts', 'js', 'mjs'].map((end) => `${project.source}auth-routes.${end}`).find(project.exists)
  if (file === undefined) return []
  const check = 'routes'
  const { application, routers, mounts } = serverModules(project)
  const where = application ?? 'the module that starts the server'
  if (mounts.length === 0) {
    const fix = `Mount authRoutes in ${where}, before other routes: npx authwright init adds or prints the line.`
    return [{ check, status: 'problem', message: `${file} is not mounted.`, fix }]
  }
  const [router] = mounts.every((mount) => routers.includes(mount)) ? mounts : []
  if (router === undefined) return [{ check, status: 'ok', message: mounts.join(', ') }]
  const message = `authRoutes is mounted in ${router}, and the application is in ${where}.`
  const fix = `Mount it in ${where}, so that the paths of Authwright start at the root of the site.`
  return [{ check, status: 'warning', message, fix }]
}
