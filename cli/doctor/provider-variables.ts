import type { CallExpression, ConditionalExpression, LogicalExpression, Node } from 'acorn'
import { calls, hasUnknownId, hasUnknownOptions, optionOf } from '../edit/chain.js'
import { type EditedModule, nodesOf } from '../edit/module.js'
import { isNamed, stringOf } from '../edit/nodes.js'
import { nodesUsedBy } from '../edit/used-nodes.js'
import { envFileOf } from '../project/env-file.js'
import { callbackUrl, developmentUrl, variableName } from '../providers.js'
import { type Application, type ConfiguredProvider, devName } from './application.js'
import type { Check, Finding } from './check.js'
import { webUrl } from './parse-web-url.js'
import { siteUrl } from './site-url.js'

export const providerVariables: Check = (application) =>
  application.providers.flatMap((provider): readonly Finding[] => [
    variablesFinding(application, provider),
    { check: provider.id, status: 'ok', message: `callback URL ${registeredUrl(application, provider)}` },
  ])

function variablesFinding(application: Application, provider: ConfiguredProvider): Finding {
  const { project, env, production } = application
  const { id: check, variables, registration } = provider
  const unset = variables.filter((name) => !env[name])
  if (unset.length === 0) return { check, status: 'ok', message: `${namesWithVerb(variables)} set.` }

  const needs = new Map(unset.map((name) => [name, needOf(application, provider, name)]))
  const missing = unset.filter((name) => needs.get(name) !== 'passed')
  if (missing.length === 0) {
    return {
      check,
      status: 'ok',
      message: `${namesWithVerb(variables)} set, or passed in the configuration.`,
    }
  }

  const message = `${namesWithVerb(missing)} not set`
  if (provider.standIn && !production) {
    return { check, status: 'ok', message: `${message}: test users replace the provider in development.` }
  }
  const isOptional = usesDev(application) || missing.every((name) => needs.get(name) === 'unknown')
  const place = production ? 'the environment of the deployment' : envFileOf(project)
  return {
    check,
    status: isOptional ? 'warning' : 'problem',
    message: `${message}.`,
    fix: `Create ${registration.create} at ${registration.console}, and put its values into ${place}.`,
  }
}

function namesWithVerb(variables: readonly string[]): string {
  return `${variables.join(', ')} ${variables.length === 1 ? 'is' : 'are'}`
}

function usesDev({ source, production }: Application): boolean {
  if (source === undefined || production) return false
  const dev = devName(source.module)
  return dev !== undefined && calls(source.configuration, dev)
}

type Need = 'needed' | 'passed' | 'unknown'

/**
 * The options that replace a variable, by the part of its name after the provider id. `clientSecret` replaces the
 * variables of a signing key, because the key only signs the client secret.
 */
const replacements: Readonly<Record<string, readonly string[]>> = {
  TEAM_ID: ['teamId', 'clientSecret'],
  KEY_ID: ['keyId', 'clientSecret'],
  PRIVATE_KEY: ['privateKey', 'clientSecret'],
  SECRET: ['clientSecret'],
  ISSUER: ['issuer'],
  ID: ['clientId'],
}

function needOf({ source }: Application, provider: ConfiguredProvider, variable: string): Need {
  if (source !== undefined && hasCondition(provider, source.module)) return 'unknown'
  const passed = provider.calls.flatMap((call) => call.arguments)
  const used = source === undefined ? [] : nodesUsedBy(source.module, passed)
  // The configuration may read the variable itself, to pass its value.
  if (used.some((node) => namesVariable(node, variable)))
    return hasFallback(used, variable) ? 'unknown' : 'needed'
  const options = replacements[variable.slice(variableName(provider.id, '').length)] ?? []
  const needs = new Set(provider.calls.map((call) => needOfCall(call, options)))
  const [need = 'needed'] = needs
  return needs.size > 1 ? 'unknown' : need
}

function needOfCall(call: CallExpression, options: readonly string[]): Need {
  if (options.some((name) => optionOf(call, name) !== undefined)) return 'passed'
  // A client that authenticates by another method, or not at all, does not need a secret.
  const hasMethod = options.includes('clientSecret') && optionOf(call, 'client') !== undefined
  return hasMethod || hasUnknownOptions(call) || hasUnknownId(call) ? 'unknown' : 'needed'
}

/** Whether every call depends on one of the provider's variables, as in `process.env.AUTH_GITHUB_ID && github()`. */
function hasCondition(provider: ConfiguredProvider, { program }: EditedModule): boolean {
  const conditions = [...nodesOf(program)].flatMap((node) => {
    if (node.type === 'LogicalExpression') return [{ node, condition: (node as LogicalExpression).left }]
    if (node.type === 'ConditionalExpression')
      return [{ node, condition: (node as ConditionalExpression).test }]
    return []
  })
  const own = conditions.filter(({ condition }) =>
    provider.variables.some((name) => mentions(condition, name)),
  )
  return provider.calls.every((call) =>
    own.some(({ node }) => node.start <= call.start && call.end <= node.end),
  )
}

/** Whether the code has a fallback for the variable. An empty string does not count. */
function hasFallback(nodes: readonly Node[], variable: string): boolean {
  return nodes.some((node) => {
    if (node.type !== 'LogicalExpression') return false
    const { operator, left, right } = node as LogicalExpression
    return operator !== '&&' && stringOf(right) !== '' && mentions(left, variable)
  })
}

function mentions(node: Node, variable: string): boolean {
  return [...nodesOf(node)].some((each) => namesVariable(each, variable))
}

function namesVariable(node: Node, variable: string): boolean {
  return isNamed(node, variable) || stringOf(node) === variable
}

function registeredUrl(application: Application, provider: ConfiguredProvider): string {
  const { project, production } = application
  const id = provider.calls.some(hasUnknownId) ? '<id>' : provider.id
  const url = webUrl(siteUrl(application)?.url)
  if (url) return callbackUrl({ ...project, origin: url.origin }, id)
  return production
    ? callbackUrl({ ...project, origin: '<AUTH_URL>' }, id)
    : developmentUrl(project, { ...provider, id })
}
