export { SignIn as default, overlay } from '../features/sign-in/sign-in.tsx';
