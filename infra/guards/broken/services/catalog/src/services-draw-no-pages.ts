export { Button } from '@shop/ui';
