import type { CDPSession, Page } from 'playwright-core'

/** A passkey inside of a virtual authenticator, its private key included. */
export interface VirtualPasskey {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId?: string
  readonly privateKey: string
  readonly userHandle?: string
  readonly signCount: number
}

/**
 * An authenticator of Chromium in place of the machine's: a user is always present, and verified. It responds
 * requests as soon as they come.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
export class VirtualAuthenticator {
  readonly #cdp: CDPSession
  #id = ''

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp
  }

  static async attach(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const authenticator = new VirtualAuthenticator(cdp)
    await authenticator.replace()
    return authenticator
  }

  /** Takes the authenticator away, and puts another one there, with these passkeys. */
  async replace(...passkeys: readonly VirtualPasskey[]): Promise<void> {
    if (this.#id) await this.#cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id })
    const { authenticatorId } = await this.#cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    this.#id = authenticatorId
    for (const credential of passkeys) {
      await this.#cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    }
  }

  async passkeys(): Promise<VirtualPasskey[]> {
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    return credentials as VirtualPasskey[]
  }

  /** Whether requests are completed, or wait for a user who does not respond. */
  async setPresence(enabled: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.#id, enabled })
  }
}
