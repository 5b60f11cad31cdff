export { default } from 'razorpay';
