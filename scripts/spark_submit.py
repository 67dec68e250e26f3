"""What spark-submit is given, with the wheel as --py-files: spark-submit ... scripts/spark_submit.py analyze ..."""

from pagetwin.__main__ import main

if __name__ == "__main__":
    main()
