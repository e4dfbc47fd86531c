/** Options of a ceremony, as far as they name the site. */
interface CeremonyOptions {
  readonly rpId?: string
  readonly rp?: { readonly id?: string }
}

/**
 * Has the browser forget a passkey that the site does not know: one that was made for an account which was refused, and
 * one that is not registered. Browsers that cannot go on offering it.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential
 */
export async function forgetRefused(
  action: 'authenticate' | 'register',
  url: string | undefined,
  { rpId, rp }: CeremonyOptions,
  { id: credentialId }: { readonly id?: string },
): Promise<void> {
  const { searchParams } = new URL(url ?? '', location.href)
  const error = searchParams.get('error')
  // After a failure at the site, it is unknown what is stored.
  const isUnknown =
    action === 'register'
      ? error !== null && error !== 'Configuration'
      : searchParams.get('code') === 'unknown_credential'
  const site = rpId ?? rp?.id
  if (!isUnknown || site === undefined || credentialId === undefined) return
  const { signalUnknownCredential } = PublicKeyCredential as Partial<Signals>
  // Whether it was forgotten does not change the result.
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: site, credentialId })
    .catch(() => undefined)
}

/** What newer browsers have. */
interface Signals {
  signalUnknownCredential(options: { rpId: string; credentialId: string }): Promise<void>
}
