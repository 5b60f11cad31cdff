import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Passes on what a handler threw; Nest would put 'Internal server error' in its place, and the reason would be lost. */
@Catch()
export class HandlerErrors implements RpcExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}
