// Everyday messages that no procedure is for: what an agent is asked between tasks. Recall measures on them what a
// meaningless match looks like in the library at hand. Written for this purpose; none is from a data set.

export const FOREIGN_MESSAGES: readonly string[] = `
  how are you doing today
  tell me a joke about cats
  what is the capital of australia and how many people live there
  who won the world cup in 1998
  what should I cook for dinner tonight with chicken and rice
  can you recommend a good book about the history of rome
  why is the sky blue during the day and red at sunset
  what is the meaning of life
  I am feeling a bit tired and sad today, can you cheer me up
  explain how a rainbow forms in simple words
  how many planets are in the solar system
  what time is it in tokyo when it is noon in london
  sing me a song about the ocean
  who wrote pride and prejudice and when was it published
  is it better to run in the morning or in the evening
  what are the health benefits of green tea
  thank you very much, that was really helpful
  ok sounds good, go ahead
  no, that is not what I meant
  what do you think about modern art
  how do I get rid of ants in my kitchen
  what is a good name for a black dog
  tell me something interesting about elephants
  how old is the universe according to science
  which language is the hardest to learn
  describe a beautiful place by the sea
  what would happen if the moon disappeared
  give me five ideas for a birthday present for my grandmother
  why do people dream when they sleep
  how long does it take to fly from paris to new york
  what is the difference between a crocodile and an alligator
  my neighbour plays loud music every night, what can I do
  how do birds know where to fly in winter
  write a short poem about autumn leaves
  what are the rules of chess
  can dogs eat chocolate or is it dangerous for them
  who was the first person to walk on the moon
  what is the best way to lose weight without going to the gym
  how do I know if a melon is ripe
  are there more stars in the sky or grains of sand on earth
  what is your favourite colour
  do you believe in ghosts
  how can I fall asleep faster at night
  what should I wear to a wedding in summer
  tell me about the battle of waterloo
  why did the roman empire fall
  how much water should a person drink every day
  what is the tallest mountain in the world
  my friend is angry with me because I forgot her birthday
  how do you make a paper plane that flies far
  what are some common superstitions around the world
  is a tomato a fruit or a vegetable
  what happens after we die
  how does a vaccine protect the body against a disease
  should I buy a house or rent an apartment
  what is the plot of romeo and juliet
  who is the richest person on earth
  how can I become more confident when I speak to strangers
  what does it feel like to be in love
  why are flamingos pink
  what is the fastest animal on land
  I had a strange dream about a talking fish last night
  how do I teach my child to ride a bike
  what are the main causes of the first world war
  which countries have never been invaded
  is there life on other planets
  what kind of tree has white bark
  how do I politely decline an invitation to a party
  what makes bread rise in the oven
  can you explain the offside rule in football
  what are the lyrics of happy birthday
  how do magnets work
  what was the most popular film of last year
  is it rude to eat with your hands
  how do I stop my cat from scratching the sofa
  what should a beginner know about growing roses
  why is water wet
  what did people eat in the middle ages
  how deep is the deepest part of the ocean
  what are good topics for small talk
  my back hurts after sitting the whole day
  which is healthier, butter or olive oil
  what is the difference between love and friendship
  how do bees make honey
  tell me a bedtime story about a brave little mouse
  what year did the titanic sink and how many people survived
  are electric cars really better for the environment
  what instruments are played in an orchestra
  how do I remove a red wine stain from a white shirt
  what is the population of brazil
  if a train leaves at noon and travels at sixty miles an hour, when does it arrive
  how many bones does a human body have
  what is the oldest city in the world
  why do cats purr
  what is the weather usually like in scotland in may
  who painted the mona lisa
  how can I make new friends in a new town
  what are the symptoms of a cold
  does money make people happy
  what is the square root of two hundred and twenty five
`
  .trim()
  .split('\n')
  .map((line) => line.trim())
