import type { ObjectExpression } from 'acorn'
import { bare, propertyNamed } from '../edit/nodes.js'
import type { Sources } from './sources.js'
import { callsOf, importedNames, leaveTodo } from './syntax.js'

const microsoft =
  /^(?:next-auth|@auth\/[\w-]+|authwright\/compat)\/providers\/(?:azure-ad|azure-ad-b2c|microsoft-entra-id)$/

/** Leaves a comment at `tenantId`, because without the issuer of a tenant, users of all tenants could sign in. */
export function leaveTenantIds(sources: Sources): void {
  for (const file of sources.files()) {
    if (!/\btenantId\b/.test(sources.read(file) ?? '')) continue
    sources.edit(file, (module) => {
      for (const { imported, from, local } of importedNames(module)) {
        if (imported !== 'default' || !microsoft.test(from)) continue
        for (const { arguments: args } of callsOf(module, local)) {
          const options = args[0] && bare(args[0])
          if (options?.type !== 'ObjectExpression') continue
          const tenant = propertyNamed(options as ObjectExpression, 'tenantId')
          if (tenant)
            leaveTodo(module, tenant, 'set issuer instead of tenantId, which has no effect.', 'tenants')
        }
      }
    })
  }
}
