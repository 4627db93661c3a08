/** Words that belong to deep learning; a plural counts as its singular. Our own list: no published one exists. */
export const DEEP_LEARNING_WORDS: ReadonlySet<string> = new Set(
  `accuracy activation adam anchor annotation attention augmentation autoencoder autograd backbone backpropagation
  backward batch batchnorm bbox bce bert bias checkpoint class classification classifier clip cluster cnn
  convolution convolutional cosine criterion crop crossentropy cuda dataloader dataset decoder detection device
  dice discriminator distillation dropout embedding encoder ensemble entropy epoch eval feature finetune focal
  forward gan gaussian generator gpu grad gradient head hyperparameter image inference initializer iou kernel kl
  label latent layer learning logit logits loss lstm mask metric mlp mnist model module momentum neural neuron
  nms normalization normalize onnx optimizer overfitting padding parameter patch perceptron pixel pooling posterior
  precision pretrained prediction prior probability prune pruning quantization recall recommendation regression
  regularization relu resnet rnn sampler scheduler segmentation sgd sigmoid softmax sparse sparsity stride
  supervised tensor tensorflow tf token tokenizer torch torchvision train training transformer unet validation
  variational vit weight keras pytorch jax sklearn numpy ndarray`.split(/\s+/),
);

/** Whether a word, in any case and number, is one of them. */
export function isDeepLearningWord(word: string): boolean {
  const lower = word.toLowerCase();
  return DEEP_LEARNING_WORDS.has(lower) || (lower.endsWith('s') && DEEP_LEARNING_WORDS.has(lower.slice(0, -1)));
}
