/** Has the browser make or use a passkey. */
export async function perform(
  action: 'authenticate' | 'register',
  options: object,
  conditional: boolean,
): Promise<{ readonly id: string }> {
  const { startAuthentication, startRegistration } = await load()
  // The site's response contains the options that the library expects; their type is the library's.
  if (action === 'register') return startRegistration({ optionsJSON: options as never })
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: conditional })
}

// Bundlers take an import for optional only where they see `try` around it.
async function load(): Promise<
  Pick<typeof import('@simplewebauthn/browser'), 'startAuthentication' | 'startRegistration'>
> {
  try {
    return await import('@simplewebauthn/browser')
  } catch (cause) {
    throw new Error('Passkeys need a package. Run "npm install @simplewebauthn/browser".', { cause })
  }
}
