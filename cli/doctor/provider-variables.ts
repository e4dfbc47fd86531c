import { calls } from '../edit/chain.js'
import { callbackUrl } from '../providers.js'
import { type Application, type ConfiguredProvider, devName } from './application.js'
import type { Check, Finding } from './check.js'
import { siteUrl } from './site-url.js'

/** The variables of each provider, and the callback URL to register. */
export const providerVariables: Check = (application) =>
  application.providers.flatMap((provider): readonly Finding[] => [
    variablesFinding(application, provider),
    { check: provider.id, status: 'ok', message: `callback URL ${registeredUrl(application, provider.id)}` },
  ])

function variablesFinding(application: Application, provider: ConfiguredProvider): Finding {
  const { project, env, production } = application
  const { id: check, variables, registration } = provider
  const missing = variables.filter((name) => !env[name])
  if (missing.length === 0) return { check, status: 'ok', message: `${variables.join(', ')} are set.` }

  const message = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set`
  if (provider.standIn && !production) {
    return { check, status: 'ok', message: `${message}: test users stand in during development.` }
  }
  const place = production ? 'the environment of the deployment' : project.envFile
  return {
    check,
    status: isOptional(application) ? 'warning' : 'problem',
    message: `${message}.`,
    fix: `Create ${registration?.create} at ${registration?.console}, and put its values into ${place}.`,
  }
}

/** A configuration may set the client in its source, and may use `dev()` in development. */
function isOptional({ source, production }: Application): boolean {
  if (source === undefined) return false
  const { module, configuration } = source
  const dev = devName(module)
  return /clientId\s*:/.test(module.text) || (!production && dev !== undefined && calls(configuration, dev))
}

function registeredUrl(application: Application, id: string): string {
  const { project, production } = application
  const url = siteUrl(application)?.url ?? ''
  if (URL.canParse(url)) return callbackUrl({ ...project, origin: new URL(url).origin }, id)
  return callbackUrl(production ? { ...project, origin: '<AUTH_URL>' } : project, id)
}
