/** Calls the control API of the sandbox, e.g. `/failures`. @returns the response, also an error */
export const controlSandbox = (sandbox: string, call: string, body: object): Promise<Response> =>
  fetch(`${sandbox}/control${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
