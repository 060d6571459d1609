scalaextrap merge-3 merge-4 merge-5 merge-6 -t 8 -o $scratch/e --explain loop3.trips
