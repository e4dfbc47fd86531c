import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Interaction, Provider } from 'oidc-provider'
import type { Document } from '../document.js'
import { consentPage, loginPage, problemPage } from './pages.js'
import { findPerson } from './people.js'

const path = '/interaction/'

/** Whether a request belongs to the login and consent pages. */
export function isInteraction(request: IncomingMessage): boolean {
  return request.url?.startsWith(path) ?? false
}

/** Shows the login and consent pages, and passes the choice of the user to the provider. */
export async function interact(
  provider: Provider,
  application: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let interaction: Interaction
  try {
    interaction = await provider.interactionDetails(request, response)
  } catch {
    const sentence = 'This page belongs to a sign-in that is over or was started in another browser.'
    return send(response, 400, problemPage(sentence, application))
  }
  const result = request.method === 'POST' ? await answer(provider, interaction, request) : undefined
  if (!result) return send(response, 200, question(interaction, application))
  await provider.interactionFinished(request, response, result)
}

function question({ uid, prompt, session }: Interaction, application: string): Document {
  const form = { action: `${path}${uid}`, application }
  const person = findPerson(session?.accountId)
  if (prompt.name !== 'consent' || !person) return loginPage(form)
  return consentPage(form, person, prompt.details.missingOIDCScope ?? [])
}

/** The result of a submitted form for the provider. `undefined` if the form does not belong to the current page. */
async function answer(
  provider: Provider,
  { prompt, params, session }: Interaction,
  request: IncomingMessage,
): Promise<object | undefined> {
  const form = new URLSearchParams(await text(request))
  if (form.get('answer') === 'refuse') {
    return { error: 'access_denied', error_description: 'The person refused.' }
  }
  if (prompt.name === 'login') {
    const person = findPerson(form.get('person') ?? undefined)
    return person && { login: { accountId: person.sub } }
  }
  if (form.get('answer') !== 'allow' || !session?.accountId) return undefined
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
  grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '))
  grant.addOIDCClaims(prompt.details.missingOIDCClaims ?? [])
  return { consent: { grantId: await grant.save() } }
}

function send(response: ServerResponse, status: number, { headers, body }: Document): void {
  response.writeHead(status, headers).end(body)
}
