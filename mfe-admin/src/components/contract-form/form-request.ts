/** A call and the body it is sent with. */
export interface FormRequest {
  call: { readonly id: string };
  body: unknown;
}
