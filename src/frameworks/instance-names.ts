import type { UseHandlers } from '../builder/auth.js'

/*
 * Names that users may try on an instance, but that its framework does not have. TypeScript's error contains the class name, which says
 * what to use instead. The members are private, so editors do not suggest them.
 */

export declare class UseHandlersInstead extends UseHandlers {
  private handler?
}

export declare class UseHandle {
  private GET?
  private POST?
  private handler?
  private handlers?
}

export declare class UseGetAndPost {
  private handler?
  private handlers?
}
