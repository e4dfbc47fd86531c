/** Whether an authenticator must verify the person, by a PIN or a fingerprint for instance, and not their presence alone. */
export type UserVerification = 'required' | 'preferred' | 'discouraged'
