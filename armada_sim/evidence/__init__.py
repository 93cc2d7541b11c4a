"""What a ruling says and what it rests on: answers, reasons, conditions, margins."""
