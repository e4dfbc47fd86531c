import { refuseProduction } from './production-refusal.js'

/** A passkey in a virtual authenticator, with its private key. */
export interface VirtualPasskey {
  /** The credential id, in base64. */
  readonly credentialId: string
  /** Whether the passkey is discoverable: it can sign in without a user name. */
  readonly isResidentCredential: boolean
  /** The domain for which the passkey is valid, such as `localhost`. Chromium requires it to add a passkey. */
  readonly rpId?: string
  /** The private key (ECDSA P-256, PKCS #8), in base64. */
  readonly privateKey: string
  /** Identifies the user to the application: at most 64 bytes, in base64. */
  readonly userHandle?: string
  /** The signature counter. */
  readonly signCount: number
}

/** A page of Playwright in Chromium. */
export interface ChromiumPage {
  /** Returns the browser context. */
  context(): {
    newCDPSession(page: never): Promise<{ send(method: never, params?: never): Promise<unknown> }>
  }
}

type Send = (method: string, params?: object) => Promise<unknown>

/**
 * An authenticator in Chromium for tests with passkeys. Its user is always verified.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
export class VirtualAuthenticator {
  readonly #send: Send
  #id = ''

  private constructor(send: Send) {
    this.#send = send
  }

  /** Adds an authenticator without passkeys to a page. */
  static async attach(page: ChromiumPage): Promise<VirtualAuthenticator> {
    refuseProduction()
    const session = await page.context().newCDPSession(page as never)
    // Playwright declares a type for each command of the protocol. These types are not needed here.
    const authenticator = new VirtualAuthenticator((...command) =>
      session.send(...(command as [never, never])),
    )
    await authenticator.#send('WebAuthn.enable')
    await authenticator.replace()
    return authenticator
  }

  /** Replaces the authenticator with a new one that has these passkeys. */
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

  /** Sets whether requests are completed at once, or wait for a user who does not respond. */
  async setPresence(enabled: boolean): Promise<void> {
    await this.#send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.#id, enabled })
  }
}
