import { UnknownAction } from '../errors.js'
import type { RawResponse } from '../model/raw-response.js'
import { asError } from './base/as-error.js'
import { findHandler, type Instances } from './handle.js'
import { openExchange } from './http/exchange.js'
import type { Incoming } from './http/incoming.js'
import { report } from './http/report.js'
import { toRawResponse } from './http/to-raw-response.js'

/** Handles a request to one of the routes, and returns data. Errors are reported and thrown. */
export async function handleRaw(request: Incoming, instances: Instances): Promise<RawResponse> {
  const instance = await instances.of(await instances.specFor(request), request)
  const found = findHandler(request, instance)
  if ('status' in found) {
    throw new UnknownAction(`No route at this address accepts ${request.method}.`)
  }
  const exchange = await openExchange(request, instance)
  try {
    return toRawResponse(
      await found.handler({ instance, exchange, providerId: found.route.providerId }),
      exchange,
    )
  } catch (error) {
    report(asError(error), instance.logger)
    throw error
  }
}
