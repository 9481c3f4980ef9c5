// The kernels of the level that includes this.
const cdraws_kernels LEVEL(cdraws_kernels) = {
    .blocks = LEVEL(blocks),
    .first_words = LEVEL(first_words),
    .count_4 = LEVEL(count_4),
    .count_3 = LEVEL(count_3),
    .collect = LEVEL(collect),
    .races = LEVEL(races),
};
