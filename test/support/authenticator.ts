/*
 * A software authenticator. It creates keys, counts their uses, and signs whatever data a test passes to it,
 * correct or not.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** Deviations from a correct authenticator. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  readonly type?: string
  /** Whether a user was present (UP), and whether they were verified (UV). */
  readonly present?: boolean
  readonly verified?: boolean
  readonly counter?: number
  /** Whether the key is synced between devices: the flags BE and BS. Default: `false`. */
  readonly synced?: boolean
  /** The id that the authenticator reports for the key. */
  readonly id?: string
  readonly algorithm?: number
  readonly signature?: 'wrong'
  readonly transports?: readonly unknown[]
  readonly userHandle?: string
  /** Creates the attestation of a key. Default: no attestation. */
  readonly attest?: (made: AttestedKey) => Promise<Attestation>
}

/** The data that an attestation is about. */
export interface AttestedKey {
  readonly pair: CryptoKeyPair
  readonly clientDataHash: Uint8Array
}

/** The format of an attestation, and its statement. */
export type Attestation = readonly [format: string, statement: ReadonlyMap<string, unknown>]

/** A key that an authenticator has made. */
export interface SoftwareKey {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly pair: CryptoKeyPair
  counter: number
}

export class Authenticator {
  readonly keys: SoftwareKey[] = []

  /** @param counts - Whether keys count how often they are used. */
  constructor(
    readonly origin: string,
    readonly counts = true,
  ) {}

  /** Makes a key, as `navigator.credentials.create` does. */
  async create(options: any, deviation: Deviation = {}): Promise<any> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const id = deviation.id ?? encode(crypto.getRandomValues(new Uint8Array(20)))
    const key = { id, rpId: options.rp.id, userHandle: options.user.id, pair, counter: 0 }
    this.keys.push(key)
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, deviation.algorithm ?? -7],
        [-1, 1],
        [-2, decode(x)],
        [-3, decode(y)],
      ]),
    )
    const rawId = decode(id)
    const attested = concat(new Uint8Array(16), word(rawId.length, 2), rawId, cose)
    const authData = concat(await this.#authData(key, deviation, 0x40), attested)
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, deviation)
    const clientDataHash = new Uint8Array(await crypto.subtle.digest('SHA-256', decode(clientDataJSON)))
    const [format, statement] = (await deviation.attest?.({ pair, clientDataHash })) ?? ['none', new Map()]
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        attestationObject: encode(cbor(attestation)),
        transports: deviation.transports ?? ['internal', 'hybrid'],
      },
    }
  }

  /** Uses a key, as `navigator.credentials.get` does. Default: the latest key. */
  async get(options: any, deviation: Deviation = {}, key = this.keys.at(-1)): Promise<any> {
    if (!key) throw new Error('The authenticator has no key.')
    if (this.counts) key.counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, deviation)
    const authData = await this.#authData(key, { rpId: options.rpId, ...deviation }, 0)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', decode(clientDataJSON)))
    const signed = concat(authData, hash)
    if (deviation.signature === 'wrong') signed[0] = (signed[0] ?? 0) ^ 1
    const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.pair.privateKey, signed)
    const id = deviation.id ?? key.id
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: encode(authData),
        signature: encode(der(new Uint8Array(raw))),
        userHandle: deviation.userHandle ?? key.userHandle,
      },
    }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false, ...pick(deviation) }
    return encode(new TextEncoder().encode(JSON.stringify(data)))
  }

  async #authData(key: SoftwareKey, deviation: Deviation, flags: number): Promise<Bytes> {
    const { rpId = key.rpId, present = true, verified = true, counter = key.counter } = deviation
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rpId))
    const all = flags | (present ? 0x01 : 0) | (verified ? 0x04 : 0) | (deviation.synced ? 0x18 : 0)
    return concat(new Uint8Array(hash), new Uint8Array([all]), word(counter, 4))
  }
}

function pick({ origin, challenge, type, crossOrigin, topOrigin }: Deviation): object {
  return Object.fromEntries(
    Object.entries({ origin, challenge, type, crossOrigin, topOrigin }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function decode(text: string): Bytes {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function concat(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts))
}

function word(value: number, bytes: number): Bytes {
  return Uint8Array.from(
    { length: bytes },
    (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256,
  )
}

/** An ECDSA signature as authenticators write it. @see https://www.w3.org/TR/webauthn-3/#sctn-signature-attestation-types */
function der(raw: Bytes): Bytes {
  const integer = (part: Uint8Array): Bytes => {
    const first = part.findIndex((byte) => byte !== 0)
    const trimmed = part.subarray(first)
    const positive = (trimmed[0] ?? 0) & 0x80 ? concat(new Uint8Array([0]), trimmed) : trimmed
    return concat(new Uint8Array([0x02, positive.length]), positive)
  }
  const body = concat(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
  return concat(new Uint8Array([0x30, body.length]), body)
}

/** The part of CBOR that attestations are written in. @see https://www.rfc-editor.org/rfc/rfc8949.html#section-3 */
function cbor(value: unknown): Bytes {
  const head = (major: number, size: number): Bytes => {
    if (size < 24) return new Uint8Array([(major << 5) | size])
    return size < 256
      ? new Uint8Array([(major << 5) | 24, size])
      : concat(new Uint8Array([(major << 5) | 25]), word(size, 2))
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return concat(head(3, value.length), new TextEncoder().encode(value))
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  if (Array.isArray(value)) return concat(head(4, value.length), ...value.map(cbor))
  if (value instanceof Map) {
    return concat(head(5, value.size), ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)]))
  }
  throw new TypeError('This CBOR encoder does not support the type of the value.')
}
