declare const brand: unique symbol;

/** `T` under a name of its own, so that only its maker's module can produce one. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
