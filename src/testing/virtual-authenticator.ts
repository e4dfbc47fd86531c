import { refuseProduction } from './refuse.js'

/** A passkey in a virtual authenticator, with its private key. */
export interface VirtualPasskey {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId?: string
  readonly privateKey: string
  readonly userHandle?: string
  readonly signCount: number
}

/** A page of Playwright in Chromium. */
export interface ChromiumPage {
  context(): {
    newCDPSession(page: never): Promise<{ send(method: never, params?: never): Promise<unknown> }>
  }
}

type Send = (method: string, params?: object) => Promise<unknown>

/**
 * An authenticator in Chromium that replaces that of the machine, for passkeys in tests. Its user is always present
 * and verified, so no dialog appears.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
export class VirtualAuthenticator {
  readonly #send: Send
  #id = ''

  private constructor(send: Send) {
    this.#send = send
  }

  /** Gives a page an authenticator without passkeys. */
  static async attach(page: ChromiumPage): Promise<VirtualAuthenticator> {
    refuseProduction()
    const session = await page.context().newCDPSession(page as never)
    // Playwright types each command of the protocol, and its types are not needed here.
    const authenticator = new VirtualAuthenticator((...command) =>
      session.send(...(command as [never, never])),
    )
    await authenticator.#send('WebAuthn.enable')
    await authenticator.replace()
    return authenticator
  }

  /** Replaces the authenticator with another one, which has these passkeys. */
  async replace(...passkeys: readonly VirtualPasskey[]): Promise<void> {
    if (this.#id) await this.#send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id })
    const { authenticatorId } = (await this.#send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })) as { authenticatorId: string }
    this.#id = authenticatorId
    for (const credential of passkeys) {
      await this.#send('WebAuthn.addCredential', { authenticatorId, credential })
    }
  }

  /** The passkeys that the authenticator has. */
  async passkeys(): Promise<VirtualPasskey[]> {
    const { credentials } = (await this.#send('WebAuthn.getCredentials', { authenticatorId: this.#id })) as {
      credentials: VirtualPasskey[]
    }
    return credentials
  }

  /** Whether requests are completed, or wait for a user who does not respond. */
  async setPresence(enabled: boolean): Promise<void> {
    await this.#send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.#id, enabled })
  }
}
