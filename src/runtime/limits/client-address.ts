import { networkAddress } from './network-address.js'

/** Says from where a request comes, as far as that is known; `undefined` where it is not. */
export type ClientAddress = (request: Request) => string | undefined

export interface ClientAddressParts {
  /** The application's own word. */
  readonly option: ((request: Request) => string | undefined) | undefined
  /** The header that the proxy sets, where the environment names one. */
  readonly header: string | undefined
}

/**
 * Nothing of a request tells its sender's address but what a server or proxy has added, so without either option none
 * is known. Of a list, the last address counts: the proxy has added it, and whatever stands before came with the request.
 */
export function clientAddress({ option, header }: ClientAddressParts): ClientAddress {
  const told = option ?? ((request) => header && request.headers.get(header)?.split(',').at(-1))
  return (request) => {
    const address = told(request)
    return typeof address === 'string' ? networkAddress(address) : undefined
  }
}
